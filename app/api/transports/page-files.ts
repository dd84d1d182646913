/** The files of the built page and the headers to serve them with, for any server. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasValidHost, type AccessPolicy } from '../access-policy.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** `unsafe-inline` is for xterm.js, which sets styles from script; everything else comes from the page's own files. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Svelte's templates, and the URL of the only worker that the page starts.
  'trusted-types svelte-trusted-html plywire-matcher',
].join('; ');

export const pageHeaders = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // Each build has new file names, so cached files of an old page are of no use.
  'Cache-Control': 'no-store',
} as const;

export interface PageFile {
  /** The value of the `Content-Type` header. */
  readonly type: string;
  /** @throws Error if the file can no longer be read */
  read(): Promise<Buffer<ArrayBuffer>>;
}

/**
 * The files of the page by URL path, with `/` for the page itself. The table is made once and requests are looked up in
 * it, so that no request can reach another file, however its path is written. Source maps are left out.
 */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const path of await filesBelow(folder)) {
    if (path.endsWith('.map')) continue;
    files.set(`/${relative(folder, path).split(sep).join('/')}`, {
      type: types[extname(path)] ?? 'application/octet-stream',
      read: () => readFile(path),
    });
  }
  const page = files.get('/index.html');
  if (page !== undefined) files.set('/', page);
  return files;
}

/**
 * Reads folder by folder instead of recursively: inside an app's archive Electron returns correct entry kinds only for
 * a single folder, and does not report an entry's parent folder.
 */
async function filesBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await filesBelow(path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}

/** Serves the built page for requests with an accepted `Host` header. */
export async function pageServer(
  folder: string,
): Promise<(policy: AccessPolicy, request: IncomingMessage, response: ServerResponse) => void> {
  const files = await readPageFiles(folder);
  return (policy, request, response) => {
    if (!hasValidHost(policy, request)) return answer(response, 403, 'This host is not called by that name.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(response, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
    }
    const file = files.get((request.url ?? '').split('?')[0]!);
    if (file === undefined) return answer(response, 404, 'There is no such page.');
    file.read().then(
      (content) => {
        const { type } = file;
        response.writeHead(200, { ...pageHeaders, 'Content-Type': type, 'Content-Length': content.length });
        response.end(request.method === 'HEAD' ? undefined : content);
      },
      (error: Error) => answer(response, 500, `The page cannot be read: ${error.message}`),
    );
  };
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...pageHeaders, ...more, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
