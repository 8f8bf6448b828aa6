import type { PictureSource } from '../../web/articles/picture.tsx'

/** Where the files that a page shows are written. The functions return the URL of a file. */
export interface FileOutput {
  copyFile: (file: string) => Promise<string>
  writeFile: (name: string, bytes: Buffer) => Promise<string>
  loadPicture: (file: string) => Promise<PictureSource>
}
