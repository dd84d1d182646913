/** What a validator says of a value, in the words of a user. Pure. */

const rules: readonly { readonly form: RegExp; readonly words: (found: readonly string[]) => string }[] = [
  { form: /^Invalid key: Expected never but received "(.*)"$/, words: ([key]) => `${key} is unknown` },
  { form: /^Invalid key: Expected "(.*)" but received undefined$/, words: ([key]) => `${key} is missing` },
  { form: /^Invalid value: Expected >=(.+) but received (.+)$/, words: most('at least') },
  { form: /^Invalid value: Expected <=(.+) but received (.+)$/, words: most('at most') },
  { form: /^Invalid length: Expected >=(.+) but received (.+)$/, words: most('at least', ' long') },
  { form: /^Invalid length: Expected <=(.+) but received (.+)$/, words: most('at most', ' long') },
  { form: /^Invalid integer: Received (.+)$/, words: ([value]) => `it must be a whole number, not ${value}` },
  {
    form: /^Invalid type: Expected \((.+)\) but received (.+)$/,
    words: ([choices, value]) => `it must be ${choices!.replaceAll(' | ', ' or ')}, not ${value}`,
  },
  {
    form: /^Invalid type: Expected (\w+) but received (.+)$/,
    words: ([type, value]) => `it must be ${kinds[type!.toLowerCase()] ?? type}, not ${value}`,
  },
];

const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function most(bound: string, unit = ''): (found: readonly string[]) => string {
  return ([limit, value]) => `it must be ${bound} ${limit}${unit}, not ${value}`;
}

/** @param message of an issue of Valibot @returns a clause without a full stop; an unknown message as it is */
export function plainIssue(message: string): string {
  for (const { form, words } of rules) {
    const found = form.exec(message);
    if (found !== null) return words(found.slice(1));
  }
  return message;
}
