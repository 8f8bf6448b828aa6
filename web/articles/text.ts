import { createElement, type ElementType, Fragment, type ReactNode } from 'react'
import { toPageTextPath } from '#contract/page-path.ts'
import type { Heading } from '../kit/page.ts'
import type { ScenePicture } from '../look/picture.ts'

/** A part of a text: words, or an element with the name of an HTML element or a component. */
export type CompiledPageNode = string | number | null | CompiledPageElement
export type CompiledPageElement = [
  name: string,
  properties: Record<string, unknown> | null,
  ...children: CompiledPageNode[],
]

/** The text of a page as data, compiled by the build (build/articles/compile-text.ts). */
export interface CompiledPage {
  headings: Heading[]
  /** The reading time in whole minutes. */
  minutes: number
  scene: ScenePicture
  /** The paths of related articles, the most similar first. */
  related: string[]
  nodes: CompiledPageNode[]
  /** The hash of the build’s bundles. The HTML of every page contains the same hash. Undefined in development. */
  bundles?: string
  /** A hash of the properties above. The HTML of the page contains the same hash. Undefined in development. */
  hash?: string
}

/** The components that a text may use, and those that replace HTML elements. */
export type TextComponents = Readonly<Record<string, ElementType>>

const texts = new Map<string, CompiledPage>()

/** Provides the text of the page at a path. The build and tests call it, because they cannot fetch texts. */
export function setLoadedText(path: string, text: CompiledPage): void {
  texts.set(path, text)
}

/** Returns the text of the page at a path, if it is loaded. */
export const findLoadedText = (path: string): CompiledPage | undefined => texts.get(path)

/** Loads the text of the page at a path. @throws when it cannot be fetched, or when a deploy has changed the code */
export async function loadText(path: string): Promise<CompiledPage> {
  const known = texts.get(path)
  if (known) return known
  const { text: hash = '', bundles } = document.documentElement.dataset
  // The hash tells the service worker whether its copy is the text of the loaded page, without a request to the server.
  const query = hash && path === location.pathname ? `?${hash}` : ''
  const response = await fetch(toPageTextPath(path) + query)
  if (!response.ok) throw new Error(`The text of ${path} is answered with ${response.status}.`)
  const text: CompiledPage = await response.json()
  if (text.bundles !== bundles) throw new Error(`The text of ${path} is for another version of the code.`)
  texts.set(path, text)
  return text
}

/** Renders the nodes of a text as React elements. */
export function renderCompiledPage({ nodes }: CompiledPage, components: TextComponents): ReactNode {
  const render = (node: CompiledPageNode): ReactNode => {
    if (!Array.isArray(node)) return node
    const [name, properties, ...children] = node
    return createElement(components[name] ?? (name || Fragment), properties, ...children.map(render))
  }
  return render(['', null, ...nodes])
}
