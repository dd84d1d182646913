import { describe, expect, it } from 'vitest';
import { partsOfBuild } from './build-parts.ts';

describe('the parts of a build', () => {
  it('lie together where it was built', () => {
    expect(partsOfBuild('/home/me/plywire/dist/app')).toEqual({
      engines: '/home/me/plywire/dist/engines',
      page: '/home/me/plywire/dist/renderer',
      searchThread: '/home/me/plywire/dist/app/search-thread.cjs',
      truthThread: '/home/me/plywire/dist/app/truth-thread.cjs',
      indexThread: '/home/me/plywire/dist/app/index-thread.cjs',
    });
  });

  it('have the engines beside the archive of a packed app', () => {
    expect(partsOfBuild('/opt/Plywire/resources/app.asar/dist/app')).toEqual({
      engines: '/opt/Plywire/resources/engines',
      page: '/opt/Plywire/resources/app.asar/dist/renderer',
      searchThread: '/opt/Plywire/resources/app.asar/dist/app/search-thread.cjs',
      truthThread: '/opt/Plywire/resources/app.asar/dist/app/truth-thread.cjs',
      indexThread: '/opt/Plywire/resources/app.asar/dist/app/index-thread.cjs',
    });
  });

  it('go by the archive that the build is in, not by one farther up', () => {
    expect(partsOfBuild('/srv/app.asar/work/dist/app').engines).toBe('/srv/app.asar/work/dist/engines');
  });
});
