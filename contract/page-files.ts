/** The endings of the files beside a page that pages show or link, apart from pictures. */
export const videoEndings = ['mp4', 'webm'] as const
export const audioEndings = ['mp3', 'm4a', 'ogg', 'flac', 'wav'] as const
export const documentEndings = ['pdf', 'zip'] as const

/** Returns whether a path has one of these endings. */
export const hasEnding = (path: string, endings: readonly string[]): boolean =>
  endings.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
