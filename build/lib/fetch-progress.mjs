/**
 * Preloaded into the Electron package's installer, which prints nothing in its first half minute and hides why a
 * connection failed: reports progress and errors to its parent.
 */

/** @typedef {{ received: number, total: number | null } | { failed: string }} FetchNews */

const original = fetch;

/** @param {FetchNews} news */
function tell(news) {
  // The parent may be gone.
  if (process.connected) process.send?.(news, undefined, undefined, () => {});
}

/**
 * @param {string | URL | Request} input
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
async function watched(input, init) {
  let response;
  try {
    response = await original(input, init);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    tell({ failed: cause instanceof Error ? cause.message || cause.name : String(cause) });
    throw error;
  }
  if (!response.ok || response.body === null) return response;
  const total = Number(response.headers.get('content-length')) || null;
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        received += chunk.byteLength;
        tell({ received, total });
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: response.status, headers: response.headers });
}

globalThis.fetch = watched;
