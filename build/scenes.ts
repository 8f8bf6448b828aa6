import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findFrontMatter, readFrontMatterValues } from '../contract/front-matter.ts'
import type { ScenePicture } from '../web/look/picture.ts'
import { generateSceneSource } from '../web/scenes/generated-scene.ts'
import { parseScenePicture } from '../web/scenes/read-scene.ts'
import { buildScenePictureFromYaml } from '../web/scenes/scene-text.ts'
import { AuthorError } from './author-error.ts'
import { contentFolder, isInsideFolder } from './site.ts'

const ownScenes = path.resolve(import.meta.dirname, '../web/scenes/own')
/** The folder of the author's scenes. A scene there replaces the program's scene with the same name. */
export const authorSceneFolder = path.join(contentFolder, 'scenes')

/** Lists the names of all scenes that have a file. */
export function listSceneNames(): string[] {
  const files = [authorSceneFolder, ownScenes].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
  return [...new Set(files.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -5)))].sort()
}

/**
 * Reads the file of a scene.
 * @returns undefined when no file has this name
 * @throws AuthorError with the file and line of each problem
 */
export function findScenePicture(name: string): ScenePicture | undefined {
  const file = [authorSceneFolder, ownScenes]
    .map((folder) => path.join(folder, `${name}.yaml`))
    .find((each) => existsSync(each))
  if (!file || !/^[a-z0-9-]+$/.test(name)) return undefined
  const label = isInsideFolder(file, ownScenes) ? `web/scenes/own/${name}.yaml` : `content/scenes/${name}.yaml`
  return requirePicture(buildScenePictureFromYaml(readFileSync(file, 'utf8'), name), label)
}

/** Returns the picture of a scene that has been read. @throws AuthorError with the file and line of each problem */
function requirePicture(
  { picture, problems }: ReturnType<typeof buildScenePictureFromYaml>,
  label: string,
  linesBefore = 0,
): ScenePicture {
  if (picture) return picture
  throw new AuthorError(problems.map(({ line, message }) => `${label}:${line + linesBefore}: ${message}`).join('\n'))
}

/**
 * Returns the picture of a page: its own scene, the scene file that it names, or a scene made from its title.
 * @param source the whole MDX file
 * @param label the file for messages, such as `content/my-keyboard.mdx`
 * @throws AuthorError with the file and line of each problem
 */
export function resolvePageScene(source: string, label: string): ScenePicture {
  const { scene, title, path: address, placeholder } = readFrontMatterValues(source)
  const name = String(address ?? '').slice(1) || 'home'
  if (scene === undefined && placeholder === true) return findScenePicture('construction') as ScenePicture
  if (scene === undefined) return parseScenePicture(generateSceneSource(String(title)), name).picture as ScenePicture
  const yaml = findFrontMatter(source)?.yaml ?? ''
  if (typeof scene !== 'string') return requirePicture(buildScenePictureFromYaml(yaml, name, 'scene'), label, 1)
  const line = yaml.split('\n').findIndex((text) => text.startsWith('scene:')) + 2
  const picture = findScenePicture(scene)
  if (!picture) throw new AuthorError(`${label}:${line}: scene: ${describeUnknownScene(scene)}`)
  return picture
}

/** Returns the error message for a scene that does not exist, with the names of all scenes. */
export const describeUnknownScene = (name: string): string =>
  `no scene is called ${name}; these are: ${listSceneNames().join(', ')}`
