import { formatFileSize } from '#contract/format-file-size.ts'

/** Returns an error message when a chosen file has more than `max` bytes. Checked before the file is sent. */
export const findFileSizeProblem = (file: File, max: number): string | undefined =>
  file.size > max ? `That file is too large. Choose one of at most ${formatFileSize(max)}.` : undefined
