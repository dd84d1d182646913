/** The sentences of a Markdown text, so that each can be named by its beginning, and its links. */

/** A paragraph in one line, without Markdown syntax. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Cells of a row of a table. */
const cellsOf = (row: string): readonly string[] => row.split('|').slice(1, -1).map(plain);

/** Where links lead, without the place within a page. Each once. */
export const linksIn = (markdown: string): readonly string[] => [
  ...new Set([...markdown.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link!)),
];

const isRule = (row: string): boolean => /^[|\s:-]+$/.test(row);

/** Sentences of paragraphs and list items, and rows of tables as "cell: cell"; without headings and table headers. */
export function sentencesIn(markdown: string): readonly string[] {
  return markdown
    .split(/\n\s*\n|\n(?=- )/)
    .filter((block) => !block.trim().startsWith('#'))
    .flatMap((block) => {
      const lines = block.trim().split('\n');
      if (lines[0]!.startsWith('|')) {
        const rule = lines.findIndex(isRule);
        return lines.slice(rule + 1).map((row) => cellsOf(row).join(': '));
      }
      return plain(block.replace(/^\s*- /, ''))
        .split(/(?<=[.:?!]\)?)(?<!e\.g\.) (?=[A-Z`"])/)
        .filter((sentence) => sentence !== '');
    });
}
