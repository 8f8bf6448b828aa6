const units = ['kB', 'MB', 'GB', 'TB']

/**
 * Formats a size in the largest unit that it reaches, at least in kB: "12 kB", "1.5 MB", "3.2 GB". 1 kB is 1,024 bytes.
 */
export function formatFileSize(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log2(bytes) / 10), 1), units.length)
  const size = bytes / 1024 ** step
  return `${step === 1 ? Math.ceil(size) : Number(size.toFixed(1))} ${units[step - 1]}`
}
