import type { Node, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { z } from 'zod'
import { findNearestNames } from '#contract/nearest-names.ts'
import { homeOnlyComponentNames, requiredComponentAttributes } from '../../contract/article-components.ts'
import { readFrontMatterValues } from '../../contract/front-matter.ts'
import { pageSubjects } from '../../contract/site-config.ts'
import { describeUnknownScene, findScenePicture } from '../scenes.ts'
import {
  type ArticleVFile,
  collectEsmSource,
  type JsxAttribute,
  type JsxElement,
  reportAuthorError,
} from './article-file.ts'
import { findAttributeNameErrors, findItemsErrors } from './component-attributes.ts'

/** For each component, the attributes whose values are imported files, and the query of such an import. */
const fileAttributes: Record<string, Record<string, string>> = {
  Audio: { src: 'url', poster: 'picture' },
  CodeFile: { src: 'code' },
  Picture: { src: 'picture' },
  Video: { src: 'url', poster: 'picture', captions: 'url' },
}

/**
 * Reports unknown components, components of Home on other pages, and missing, unknown or invalid attributes. Components
 * that the page imports or defines itself are not checked.
 */
export function remarkCheckComponents() {
  return (tree: Root, file: ArticleVFile) => {
    const own = collectEsmSource(tree)
    const stageTargets = new Set<unknown>()
    const isHome = readFrontMatterValues(String(file.value)).path === '/'
    visit(tree, (node) => {
      if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return
      const { name, attributes, children } = node as JsxElement
      if (!name || !/^[A-Z]/.test(name) || new RegExp(`\\b${name}\\b`).test(own)) return
      const errors = findNameErrors(name, isHome) ?? [
        ...findAttributeErrors(name, attributes),
        ...(name === 'Stage' ? findRepeatedTarget(attributes, stageTargets) : []),
        ...(name === 'Keys' && !areWords(children) ? ['<Keys> holds words only, as in <Keys>Ctrl + K</Keys>.'] : []),
      ]
      for (const error of errors) reportAuthorError(file, error, node)
    })
  }
}

/** Returns whether the children of a component are exactly one text or one expression. */
const areWords = ([first, ...others]: Node[]): boolean =>
  others.length === 0 && (first?.type === 'text' || first?.type.endsWith('Expression') === true)

function findNameErrors(name: string, isHome: boolean): string[] | undefined {
  if (!requiredComponentAttributes[name]) {
    const nearest = findNearestNames(name, Object.keys(requiredComponentAttributes)).join(', ')
    return [`<${name}> is not a component. The nearest names are ${nearest}.`]
  }
  return homeOnlyComponentNames.includes(name) && !isHome
    ? [`<${name}> is for the home page only. Delete it here.`]
    : undefined
}

function findAttributeErrors(name: string, attributes: JsxAttribute[]): string[] {
  const textOf = (key: string) => {
    const value = attributes.find((attribute) => attribute.name === key)?.value
    return typeof value === 'string' ? value : undefined
  }
  const paths = Object.entries(fileAttributes[name] ?? {}).flatMap(([key, query]) => {
    const path = textOf(key)
    if (path === undefined) return []
    return `<${name}> needs the file itself as ${key}. Import it above: import ${key} from '${path}?${query}', and write ${key}={${key}}.`
  })
  return [
    ...findAttributeNameErrors(name, attributes),
    ...findItemsErrors(name, attributes),
    ...paths,
    ...(name === 'Quote' ? findQuoteErrors(textOf('from'), textOf('date')) : []),
    ...(name === 'Stage' ? findStageErrors(textOf('subject'), textOf('scene')) : []),
  ]
}

/** Reports a stage that leads to the same page as an earlier stage, because both would have the same anchor. */
function findRepeatedTarget(attributes: JsxAttribute[], earlier: Set<unknown>): string[] {
  const to = attributes.find(({ name }) => name === 'to')?.value
  if (typeof to !== 'string') return []
  const isRepeated = earlier.has(to)
  earlier.add(to)
  return isRepeated ? [`Stage: an earlier stage leads to ${to} too. Let each stage lead to another page.`] : []
}

function findQuoteErrors(from: string | undefined, date: string | undefined): string[] {
  return [
    ...(from !== undefined && !URL.canParse(from) ? [`${from} is no address. Write it with https://.`] : []),
    ...(date !== undefined && !z.iso.date().safeParse(date).success
      ? [`${date} is no date. Write it as 2026-11-21.`]
      : []),
  ]
}

function findStageErrors(subject: string | undefined, scene: string | undefined): string[] {
  return [
    ...(subject !== undefined && !pageSubjects.some((each) => each === subject)
      ? [`Stage: no subject is called ${subject}; these are: ${pageSubjects.join(', ')}.`]
      : []),
    ...(scene !== undefined && !findScenePicture(scene) ? [`Stage: ${describeUnknownScene(scene)}.`] : []),
  ]
}
