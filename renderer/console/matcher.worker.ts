/** The worker that runs a user's regular expression on lines. */
import { match, type Matches, type Question } from './filter.ts';

addEventListener('message', ({ data: { id, query, texts } }: MessageEvent<Question>) => {
  const matches: Matches = { id, places: match(query, texts) };
  postMessage(matches);
});
