import type { IconName } from './icons.ts';

/** A row of a menu; `separator` draws a line. */
export type MenuItem =
  | 'separator'
  | {
      readonly id: string;
      readonly title: string;
      readonly icon?: IconName;
      readonly keys?: string;
      readonly enabled?: boolean;
      /** Draws a check mark if true, and its empty room if false. */
      readonly checked?: boolean;
      readonly danger?: boolean;
      readonly run: () => void;
    };
