import type { PictureAsset } from '../../web/articles/picture.tsx'

/** Writes the files that a page imports. Its functions return the URLs of the written files. */
export interface ImportedFileWriter {
  copyFile: (file: string) => Promise<string>
  writeFile: (name: string, bytes: Buffer) => Promise<string>
  loadPicture: (file: string) => Promise<PictureAsset>
}
