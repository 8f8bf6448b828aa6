/**
 * The file name extensions of videos. Authors embed videos and audio files with the same Markdown as pictures. A page
 * can link to documents, but cannot embed them.
 */
export const videoEndings = ['mp4', 'webm'] as const
export const audioEndings = ['mp3', 'm4a', 'ogg', 'flac', 'wav'] as const
const documentEndings = ['pdf', 'zip'] as const
/** The file name extensions of all files that pages can link to. */
export const linkableEndings = [...videoEndings, ...audioEndings, ...documentEndings] as const

/** Returns whether a path has one of these file name extensions, in capital or small letters. */
export const hasEnding = (path: string, endings: readonly string[]): boolean =>
  endings.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
