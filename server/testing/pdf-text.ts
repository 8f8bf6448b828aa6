import { getDocumentProxy } from 'unpdf'

/** The content of a PDF that programs can read. */
interface PdfText {
  /** The lines that can be selected on each page. */
  pages: string[][]
  /** The replacement texts that programs read aloud and copy instead of the drawn text. */
  actual: string[]
  title: string
  language: string
  isTagged: boolean
  /** The types of the PDF’s structure elements that contain text, in reading order. */
  elements: string[]
  fonts: string[]
}

interface StructureNode {
  role?: string
  alt?: string
  children?: StructureNode[]
}

/** Reads a PDF with PDF.js, the reader of Firefox. */
export async function readPdfContent(file: Uint8Array): Promise<PdfText> {
  const document = await getDocumentProxy(new Uint8Array(file))
  const numbers = Array.from({ length: document.numPages }, (_, at) => at + 1)
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)))
  const trees = await Promise.all(pages.map((page) => page.getStructTree()))
  const nodes = trees.flatMap((tree) => descendantsOf(tree as StructureNode))
  const { Title, Language } = (await document.getMetadata()).info as Record<string, string>
  const { Marked } = (await document.getMarkInfo()) as unknown as { Marked: boolean }
  return {
    pages: await Promise.all(pages.map(linesOf)),
    actual: nodes.flatMap(({ alt }) => alt ?? []),
    title: Title ?? '',
    language: Language ?? '',
    isTagged: Marked,
    elements: nodes.flatMap(({ role }) => role ?? []),
    fonts: [...new Set((await Promise.all(pages.map(fontsOf))).flat())],
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

const descendantsOf = ({ children = [] }: StructureNode): StructureNode[] =>
  children.flatMap((child) => [child, ...descendantsOf(child)])

async function linesOf(page: Page): Promise<string[]> {
  const { items } = await page.getTextContent({ disableNormalization: true })
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  return text.split('\n')
}

/** Returns the names of the fonts in the file that a page uses, without the prefix of a subset. */
async function fontsOf(page: Page): Promise<string[]> {
  const { styles } = await page.getTextContent()
  await page.getOperatorList()
  return Object.keys(styles).map((id) => page.commonObjs.get(id).name.replace(/^[A-Z]+\+/, ''))
}
