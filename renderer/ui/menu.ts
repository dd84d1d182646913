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
      /** Drawn with a check mark in front when true, with its room when false. */
      readonly checked?: boolean;
      readonly danger?: boolean;
      readonly run: () => void;
    };
