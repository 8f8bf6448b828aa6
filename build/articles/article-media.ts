import type { Image, ImageReference, Nodes, Paragraph, Parents, Root } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import { audioEndings, hasEnding, videoEndings } from '../../contract/file-endings.ts'
import {
  type ArticleVFile,
  collectDefinitions,
  createExpressionAttribute,
  createImportNode,
  findFileBesidePage,
  type JsxElement,
  reportAuthorError,
} from './article-file.ts'

/**
 * Turns a Markdown picture, `![what it shows](./page/photo.jpg "caption")`, into a `Picture` component. Videos and
 * recordings in the same form become `Video` and `Audio`. Reports pictures without a description, pictures of other
 * sites, and pictures within a sentence.
 */
export function remarkMedia() {
  return (tree: Root, file: ArticleVFile) => {
    const definitions = collectDefinitions(tree)
    const toImage = (node: Image | ImageReference): Image | undefined => {
      if (node.type === 'image') return node
      const definition = definitions.get(node.identifier)
      return definition && { ...node, type: 'image', url: definition.url, title: definition.title }
    }
    let count = 0
    const makePicture = ({ url, alt, title, position }: Image): JsxElement => {
      const name = hasEnding(url, videoEndings) ? 'Video' : hasEnding(url, audioEndings) ? 'Audio' : 'Picture'
      const variable = `$picture${++count}`
      tree.children.push(
        createImportNode(
          variable,
          `${findFileBesidePage(url, file)}${name === 'Picture' ? '?picture' : '?url'}`,
        ) as never,
      )
      const texts = name === 'Picture' ? { alt, ...(title && { caption: title }) } : { title: title || alt }
      const attributes = Object.entries(texts).map(([name, value]) => ({
        type: 'mdxJsxAttribute' as const,
        name,
        value,
      }))
      return {
        type: 'mdxJsxFlowElement',
        name,
        attributes: [createExpressionAttribute('src', variable), ...attributes],
        children: [],
        position,
      }
    }

    visit(tree, (node: Nodes, index, parent: Parents | undefined) => {
      if (node.type === 'paragraph' && parent && index !== undefined) {
        const images = imagesAlone(node)
        if (!images) return
        const found = images.map(toImage).filter((image) => image !== undefined)
        const errors = found.map((image) => ({ image, error: findError(image, file) })).filter(({ error }) => error)
        for (const { image, error = '' } of errors) reportAuthorError(file, error, image)
        parent.children.splice(index, 1, ...(errors.length > 0 ? [] : (found.map(makePicture) as never[])))
        return [SKIP, index + found.length]
      }
      if (node.type === 'image' || node.type === 'imageReference')
        reportAuthorError(
          file,
          'The picture is within a sentence, a link or a table. Put it on a line of its own, with an empty line before and after.',
          node,
        )
      return
    })
  }
}

/** Returns the pictures of a paragraph. Returns undefined when the paragraph has no picture or also has text. */
function imagesAlone({ children }: Paragraph): (Image | ImageReference)[] | undefined {
  const images = children.filter((child) => child.type === 'image' || child.type === 'imageReference')
  const isOther = (child: Nodes) =>
    child.type !== 'image' &&
    child.type !== 'imageReference' &&
    child.type !== 'break' &&
    !(child.type === 'text' && child.value.trim() === '')
  return images.length > 0 && !children.some(isOther) ? images : undefined
}

function findError({ url, alt }: Image, file: ArticleVFile): string | undefined {
  if (!alt) return `The picture ${url} has no description. Write what it shows between [ and ].`
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url))
    return `${url} is a picture of another site. Save it beside the page: pages ask no other site for anything.`
  if (!/^\.\.?\//.test(url)) return `${url} is no path from this page. Write it as ./${url.replace(/^\//, '')}`
  if (!findFileBesidePage(url, file)) return `${url} does not exist beside the page.`
  return undefined
}
