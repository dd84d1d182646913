/**
 * One self-contained HTML file: no request to anywhere, which its own Content-Security-Policy enforces, and readable
 * without script. What it shows of engines and games is untrusted and arrives escaped.
 */
import { createHash } from 'node:crypto';
import { escaped } from '../pictures/svg.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** Says of a page whose it is. */
const generator = '<meta name="generator" content="Plywire">';

/** Whether a text begins as a page of Plywire does. */
export const isPage = (text: string): boolean =>
  text.startsWith('<!doctype html>') && text.includes(generator);

/** @param body HTML in which every foreign text is escaped */
export function pageDocument(title: string, body: string): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashed(style)}`,
    `script-src ${hashed(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${generator}
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
