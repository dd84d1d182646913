/** How the environment configures the download of Electron, as `@electron/get` and npm read it. */

/** The variables in which `@electron/get` looks for a mirror, in its order. */
const mirrors = [
  'npm_config_electron_mirror',
  'NPM_CONFIG_ELECTRON_MIRROR',
  'npm_package_config_electron_mirror',
  'ELECTRON_MIRROR',
];

const official = 'https://github.com/electron/electron/releases/download/';

/**
 * The host of the download; null if its address is invalid.
 * @param {NodeJS.ProcessEnv} env
 */
export function downloadHost(env) {
  const address = first(env, mirrors) ?? official;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * The environment variables that make a download use the configured proxy, which may be set for other programs or for
 * npm; null if no proxy is configured.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string> | null}
 */
export function proxySettings(env) {
  const secure = first(env, ['https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy', 'npm_config_proxy']);
  const plain = first(env, ['http_proxy', 'HTTP_PROXY', 'npm_config_proxy', 'npm_config_https_proxy']);
  const except = first(env, ['no_proxy', 'NO_PROXY', 'npm_config_noproxy']);
  if (secure === null && plain === null) return null;
  return {
    ELECTRON_GET_USE_PROXY: '1',
    ...(secure === null ? {} : { https_proxy: secure }),
    ...(plain === null ? {} : { http_proxy: plain }),
    ...(except === null ? {} : { no_proxy: except }),
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} names
 * @returns {string | null}
 */
function first(env, names) {
  // npm writes an empty setting as `null`, and a disabled proxy as `false`.
  return names.map((name) => env[name]).find((value) => value && !/^(null|false)$/.test(value)) ?? null;
}
