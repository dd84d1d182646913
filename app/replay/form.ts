/**
 * What a recorded session is written as: all of it as text, a shell script that has it again, or a transcript that
 * any machine could have made.
 */
export const forms = ['text', 'script', 'fixture'] as const;
export type Form = (typeof forms)[number];
