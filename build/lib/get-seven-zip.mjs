/** Installs 7-Zip if it is missing, which packs archives; electron-builder would download its own. */
import { installDebianPackage } from './debian.mjs';
import { findSevenZip } from './package.mjs';

export async function getSevenZip() {
  if (findSevenZip(process.env) !== null) return;
  await installDebianPackage('7zip');
  if (findSevenZip(process.env) === null) {
    console.log('7-Zip could not be had: the tests of the tar.gz are skipped, and count as failed.');
  }
}
