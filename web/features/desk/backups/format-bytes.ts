const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a size in the largest unit in which it is at least 1: "340 kB", "1.2 GB". */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const format = { style: 'unit', unit: units[step] ?? 'byte', maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat('en', format).format(bytes / 1000 ** step)
}
