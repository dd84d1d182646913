/** The thread in which a person's regular expression is tried on lines. */
import { match, type Matches, type Question } from './matching.ts';

addEventListener('message', ({ data: { id, query, texts } }: MessageEvent<Question>) => {
  const matches: Matches = { id, places: match(query, texts) };
  postMessage(matches);
});
