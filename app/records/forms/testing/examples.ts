/** The examples of every form and game, and what forms of all games write of every game. */
import { games } from '../../../games/registry.ts';
import { examplesOf, writtenExamples, type Example } from '../examples.ts';
import { forms, type Form } from '../registry.ts';

const isOfAll = (form: Form): boolean => form.games.length === games.size;

export const examples: readonly (Example & { readonly form: string })[] = [...forms.values()].flatMap(
  (form) => {
    const written = isOfAll(form) ? [...games.values()].flatMap((game) => writtenExamples(form, game)) : [];
    return [...examplesOf(form), ...written].map((example) => ({ form: form.id, ...example }));
  },
);
