/** A core in AssemblyScript: the compiled module's bytes in base64. */
declare module '*.ts?assembly' {
  const base64: string;
  export default base64;
}
