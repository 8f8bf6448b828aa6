const MEGABYTE = 1024 * 1024

/** Formats the size of a file: "12 kB", "1.5 MB". */
export const formatFileSize = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} kB` : `${Number((bytes / MEGABYTE).toFixed(1))} MB`
