import { interfaceLocale } from '#contract/interface-locale.ts'
import type { Receipt } from '#contract/payments.ts'
import { dayColours } from '#contract/site-colours.ts'
import { site } from '#site'
import { type PdfDocument, PdfTextWriter, type TextStyle } from './pdf-text-writer.ts'
import {
  formatPaymentMethodInSentence,
  formatReceiptDate,
  formatReceiptName,
  formatReceiptTitle,
  listReceiptTableRows,
} from './receipt-text.ts'

/** The size of ISO A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 60
const LEFT = MARGIN
const RIGHT = PAGE.width - MARGIN
const BOTTOM = PAGE.height - MARGIN
/** The width of the column of amounts. */
const AMOUNT_WIDTH = 120

const { ink, soft, line: rule, ruby: red } = dayColours
// The texts are large enough to be read when a phone shows the whole page.
const title: TextStyle = { face: 'title', size: 27, color: ink }
const name: TextStyle = { face: 'bold', size: 17, color: ink }
const text: TextStyle = { face: 'text', size: 14, color: ink }
const note: TextStyle = { face: 'text', size: 12.5, color: soft }
const head: TextStyle = { face: 'bold', size: 12.5, color: soft }
const sum: TextStyle = { face: 'bold', size: 17, color: ink }

/**
 * Renders a receipt as an accessible PDF (PDF/UA-1), which can be read aloud, searched and copied. The same receipt
 * gives the same bytes. The library is loaded by the first call.
 */
export async function renderReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const issued = new Date(receipt.issuedAt)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    lang: interfaceLocale,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    // The library supports PDF/UA-1, but its types lack it.
    subset: 'PDF/UA' as 'PDF/A-3',
    info: {
      Title: formatReceiptTitle(receipt),
      Author: receipt.kitchen.name,
      Creator: site.name,
      Producer: site.name,
      CreationDate: issued,
      ModDate: issued,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  new ReceiptPages(doc).write(receipt)
  doc.end()
  return ended
}

type Element = PDFKit.PDFStructureElement

class ReceiptPages {
  readonly #doc: PdfDocument
  readonly #writer: PdfTextWriter
  readonly #root: Element
  #y = MARGIN

  constructor(doc: PdfDocument) {
    this.#doc = doc
    this.#writer = new PdfTextWriter(doc)
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  write(receipt: Receipt): void {
    const { kitchen, orderNumber, receiptNumber, reason } = receipt
    this.#ornament(() => this.#doc.rect(LEFT, this.#y, 44, 5).fill(red))
    this.#y += 20
    this.#paragraph('H1', formatReceiptName(receipt), title)
    this.#y += 8
    this.#paragraph('P', kitchen.name, name)
    for (const line of [kitchen.place, kitchen.phone]) if (line !== '') this.#paragraph('P', line, note)
    this.#y += 14
    this.#paragraph('P', formatReceiptDate(receipt), text)
    this.#paragraph(
      'P',
      `For order ${orderNumber}${receiptNumber === null ? '' : ` and receipt ${receiptNumber}`}`,
      text,
    )
    this.#y += 18
    this.#table(receipt)
    this.#y += 16
    if (reason !== '') this.#paragraph('P', `The reason: ${reason}`, text)
    this.#paragraph('P', describePayment(receipt), text)
    this.#y += 26
    this.#paragraph('P', `Ordered through ${site.name}`, note)
    this.#root.end()
    this.#numberPages(formatReceiptTitle(receipt))
  }

  #table(receipt: Receipt): void {
    const rows = listReceiptTableRows(receipt)
    const table = this.#doc.struct('Table')
    this.#root.add(table)
    this.#row(
      table,
      { label: receipt.kind === 'receipt' ? 'What you had' : 'What you get back', amount: 'Amount' },
      head,
    )
    for (const [at, row] of rows.entries()) {
      const isSum = at === rows.length - 1
      this.#rule()
      this.#row(table, row, isSum ? sum : text)
    }
    this.#rule()
    table.end()
  }

  #row(table: Element, { label, amount }: { label: string; amount: string }, style: TextStyle): void {
    const lines = this.#writer.lines(label, style, RIGHT - LEFT - AMOUNT_WIDTH)
    const height = this.#writer.height(lines.length, style)
    const padding = 7
    this.#makeRoom(height + 2 * padding)
    const y = this.#y + padding
    const row = this.#doc.struct('TR')
    table.add(row)
    const isHead = style === head
    const cell = (given: string, draw: () => void) =>
      row.add(this.#element(isHead ? 'TH' : 'TD', given, style, draw, isHead ? { scope: 'Column' } : {}))
    cell(label, () => this.#lines(lines, style, y))
    cell(amount, () => this.#writer.line(amount, style, { x: RIGHT, y, end: true }))
    row.end()
    this.#y = y + height + padding
  }

  #paragraph(type: 'H1' | 'P', content: string, style: TextStyle): void {
    const lines = this.#writer.lines(content, style, RIGHT - LEFT)
    const height = this.#writer.height(lines.length, style)
    this.#makeRoom(height)
    const y = this.#y
    this.#root.add(this.#element(type, content, style, () => this.#lines(lines, style, y)))
    this.#y += height
  }

  /**
   * Creates an element of the document's structure. When some letters are drawn as other letters, the original text is
   * its `actual` text, for reading aloud and copying.
   */
  #element(type: string, content: string, style: TextStyle, draw: () => void, more: { scope?: string } = {}): Element {
    const actual = this.#writer.drawable(content, style) === content ? {} : { actual: content }
    return this.#doc.struct(type, { ...more, ...actual }, [draw])
  }

  #lines(lines: readonly string[], style: TextStyle, top: number): void {
    for (const [at, line] of lines.entries())
      this.#writer.line(line, style, { x: LEFT, y: top + this.#writer.height(at, style) })
  }

  #rule(): void {
    this.#ornament(() => this.#doc.moveTo(LEFT, this.#y).lineTo(RIGHT, this.#y).lineWidth(1).stroke(rule))
  }

  /** Draws a decoration, which screen readers skip. */
  #ornament(draw: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#doc.endMarkedContent()
  }

  /** Draws the page numbers when there are several pages. */
  #numberPages(title: string): void {
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; count > 1 && page < count; page++) {
      this.#doc.switchToPage(page)
      const content = `${title}, page ${page + 1} of ${count}`
      this.#ornament(() => this.#writer.line(content, note, { x: LEFT, y: BOTTOM + 16 }))
    }
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= BOTTOM) return
    this.#doc.addPage()
    this.#y = MARGIN
  }
}

const describePayment = (receipt: Receipt) =>
  receipt.kind === 'receipt'
    ? `Paid ${formatPaymentMethodInSentence(receipt)}.`
    : `Given back ${formatPaymentMethodInSentence(receipt)}. Banks take up to ten days for that.`
