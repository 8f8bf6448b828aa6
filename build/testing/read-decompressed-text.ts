import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** Reads a file as text, and decompresses .br and .gz files. */
export function readDecompressedText(file: string): string {
  const bytes = readFileSync(file)
  if (file.endsWith('.br')) return brotliDecompressSync(bytes).toString()
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}
