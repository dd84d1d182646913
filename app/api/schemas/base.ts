/** What several subjects are made of. */
import * as v from 'valibot';

/** How many there are of something. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const SeatIndex = v.picklist([0, 1]);
