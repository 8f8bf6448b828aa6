/** The endings of files beside a page that pages show like pictures, and of those that they only link. */
export const videoEndings = ['mp4', 'webm'] as const
export const audioEndings = ['mp3', 'm4a', 'ogg', 'flac', 'wav'] as const
const documentEndings = ['pdf', 'zip'] as const
/** The endings of all files that pages can link. */
export const linkedEndings = [...videoEndings, ...audioEndings, ...documentEndings] as const

/** Returns whether a path has one of these endings. */
export const hasEnding = (path: string, endings: readonly string[]): boolean =>
  endings.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
