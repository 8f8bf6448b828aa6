import { isNode } from 'yaml'
import { parseYaml } from '#contract/yaml.ts'
import type { ScenePicture } from '../look/picture.ts'
import { parseScenePicture } from './read-scene.ts'

/** A problem in the text of a scene, with its line. */
export interface SceneTextProblem {
  line: number
  message: string
}

/**
 * Parses a scene in YAML.
 * @param key the key of the scene, when the text has other keys too
 * @returns the picture, or every problem with its line
 */
export function buildScenePictureFromYaml(
  text: string,
  name: string,
  key?: string,
): { picture: ScenePicture; problems: [] } | { picture: undefined; problems: SceneTextProblem[] } {
  const { document, value, problems: syntaxProblems, lineAt } = parseYaml(text)
  if (syntaxProblems.length > 0) return { picture: undefined, problems: syntaxProblems }
  const { picture, problems } = parseScenePicture(key ? Object(value)[key] : value, name)
  if (picture) return { picture, problems: [] }
  return {
    picture: undefined,
    problems: problems.map(({ path, message }) => {
      const keys = key ? [key, ...path] : path
      const node = keys.length > 0 ? document.getIn(keys, true) : document.contents
      const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
      // In YAML, the rows of a block begin on the line below its key.
      const row = path[0] === 'tiles' ? Number(/^row (\d+)/.exec(message)?.[1] ?? 0) : 0
      const place = path.map((part) => (typeof part === 'number' ? ` ${part + 1}` : `.${part}`)).join('')
      return { line: lineAt(offset) + row, message: `scene${place}: ${message}` }
    }),
  }
}
