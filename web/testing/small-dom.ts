/**
 * As much of a document as React and the parts of the site need to run under vitest: elements, attributes, text, events that
 * bubble and simple selectors. It has no layout, no styles and no parser; what needs those is tested in Chromium.
 */

interface SmallEvent {
  type: string
  target: SmallNode
  defaultPrevented: boolean
  [detail: string]: unknown
}
type Listener = ((event: SmallEvent) => void) | { handleEvent: (event: SmallEvent) => void }

class SmallNode {
  readonly nodeType: number
  readonly nodeName: string
  ownerDocument: SmallDocument | null
  parentNode: SmallNode | null = null
  childNodes: SmallNode[] = []
  nodeValue = ''
  #listeners: { type: string; listener: Listener; capture: boolean }[] = []

  constructor(nodeType: number, nodeName: string, ownerDocument: SmallDocument | null) {
    this.nodeType = nodeType
    this.nodeName = nodeName
    this.ownerDocument = ownerDocument
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null
  }
  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null
  }
  get nextSibling(): SmallNode | null {
    const siblings = this.parentNode?.childNodes ?? []
    return siblings[siblings.indexOf(this) + 1] ?? null
  }
  get parentElement(): SmallElement | null {
    return this.parentNode instanceof SmallElement ? this.parentNode : null
  }
  get isConnected(): boolean {
    return this.parentNode?.isConnected ?? false
  }
  get textContent(): string {
    return this.nodeType === 3 ? this.nodeValue : this.childNodes.map((child) => child.textContent).join('')
  }
  set textContent(text: string) {
    if (this.nodeType === 3) this.nodeValue = text
    else this.#replaceChildren(text)
  }
  contains(other: SmallNode | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode))
  }

  appendChild(child: SmallNode) {
    return this.insertBefore(child, null)
  }
  insertBefore(child: SmallNode, next: SmallNode | null) {
    child.parentNode?.removeChild(child)
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, child)
    child.parentNode = this
    return child
  }
  removeChild(child: SmallNode) {
    this.childNodes = this.childNodes.filter((other) => other !== child)
    child.parentNode = null
    return child
  }
  remove() {
    this.parentNode?.removeChild(this)
  }
  #replaceChildren(text: string) {
    for (const child of this.childNodes) child.parentNode = null
    this.childNodes = []
    if (text && this.ownerDocument) this.appendChild(this.ownerDocument.createTextNode(text))
  }

  addEventListener(type: string, listener: Listener, options?: boolean | { capture?: boolean }) {
    const capture = typeof options === 'object' ? options.capture === true : options === true
    this.#listeners.push({ type, listener, capture })
  }
  removeEventListener(type: string, listener: Listener) {
    this.#listeners = this.#listeners.filter((other) => other.type !== type || other.listener !== listener)
  }
  /** Sends an event down to this node and up again. @returns false when a listener prevented its default */
  dispatchEvent(sent: { type: string }, details: object = {}): boolean {
    const event: SmallEvent = {
      type: sent.type,
      target: this,
      bubbles: true,
      defaultPrevented: false,
      timeStamp: 0,
      preventDefault: () => {
        event.defaultPrevented = true
      },
      stopPropagation: () => {},
      ...details,
    }
    const path: SmallNode[] = []
    for (let node: SmallNode | null = this; node; node = node.parentNode) path.push(node)
    for (const node of path.toReversed()) node.#hear(event, true)
    for (const node of path) node.#hear(event, false)
    return !event.defaultPrevented
  }
  #hear(event: SmallEvent, capture: boolean) {
    for (const { type, listener, capture: early } of this.#listeners) {
      if (type !== event.type || early !== capture) continue
      if (typeof listener === 'function') listener(event)
      else listener.handleEvent(event)
    }
  }

  querySelectorAll(selectors: string): SmallElement[] {
    return this.childNodes.flatMap((child) => {
      const within = child.querySelectorAll(selectors)
      return child instanceof SmallElement && child.matches(selectors) ? [child, ...within] : within
    })
  }
  querySelector(selectors: string): SmallElement | null {
    return this.querySelectorAll(selectors)[0] ?? null
  }
}

export class SmallElement extends SmallNode {
  readonly tagName: string
  readonly namespaceURI: string
  readonly style: Record<string, unknown> = { setProperty: () => {} }
  readonly attributes = new Map<string, string>()
  readonly dataset: Record<string, string>
  #firstValue = ''

  constructor(tag: string, namespaceURI: string, ownerDocument: SmallDocument) {
    super(1, tag.toUpperCase(), ownerDocument)
    this.tagName = this.nodeName
    this.namespaceURI = namespaceURI
    const attribute = (key: string | symbol) =>
      `data-${String(key).replace(/[A-Z]/g, (letter) => `-${letter}`)}`.toLowerCase()
    this.dataset = new Proxy<Record<string, string>>(
      {},
      {
        get: (_, key) => this.attributes.get(attribute(key)),
        set: (_, key, value) => Boolean(this.attributes.set(attribute(key), String(value))),
        deleteProperty: (_, key) => this.attributes.delete(attribute(key)) || true,
      },
    )
  }

  get id() {
    return this.getAttribute('id') ?? ''
  }
  /** React sets these two of a field as properties. */
  get name() {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string) {
    this.setAttribute('name', name)
  }
  get type() {
    return this.getAttribute('type') ?? ''
  }
  set type(type: string) {
    this.setAttribute('type', type)
  }
  setAttribute(name: string, value: unknown) {
    this.attributes.set(name.toLowerCase(), String(value))
    // React selects the option of this value.
    if (this.tagName === 'OPTION' && name === 'value') Object.assign(this, { value: String(value) })
  }
  getAttribute(name: string) {
    return this.attributes.get(name.toLowerCase()) ?? null
  }
  hasAttribute(name: string) {
    return this.attributes.has(name.toLowerCase())
  }
  removeAttribute(name: string) {
    this.attributes.delete(name.toLowerCase())
  }
  /** What a text area holds at first is its text. */
  set defaultValue(value: string) {
    this.#firstValue = value
    if (this.tagName === 'TEXTAREA') this.textContent = value
  }
  get defaultValue() {
    return this.#firstValue
  }
  /** Of a select. */
  get options() {
    return this.querySelectorAll('option')
  }
  get form() {
    return this.closest('form')
  }
  reset() {
    for (const field of this.querySelectorAll('[name]')) Object.assign(field, { value: field.defaultValue })
  }
  showModal() {
    this.setAttribute('open', '')
  }
  close() {
    this.removeAttribute('open')
    this.dispatchEvent({ type: 'close' })
  }
  select() {}
  click() {
    this.dispatchEvent({ type: 'click' }, { button: 0 })
  }
  /** The fields of a form. */
  get elements() {
    return { namedItem: (name: string) => this.querySelector(`[name=${name}]`) }
  }
  focus() {
    if (this.ownerDocument) this.ownerDocument.activeElement = this
  }
  getBoundingClientRect() {
    return { top: 0, left: 0, width: 0, height: 0, bottom: 0, right: 0 }
  }
  closest(selectors: string): SmallElement | null {
    return this.matches(selectors) ? this : (this.parentElement?.closest(selectors) ?? null)
  }
  /** @param selectors tags, classes, ids, attributes, :not(:checked), and spaces for what is within something */
  matches(selectors: string): boolean {
    return selectors.split(',').some((selector) => {
      const around = selector.trim().split(/\s+/)
      const own = around.pop() ?? ''
      return this.#is(own) && (around.length === 0 || (this.parentElement?.closest(around.join(' ')) ?? null) !== null)
    })
  }
  #is(selector: string): boolean {
    const [simple = '', unchecked] = selector.split(/(?=:not\(:checked\))/)
    if (unchecked && (this as { checked?: boolean }).checked) return false
    return [...simple.matchAll(/([.#]?)([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]/g)].every(
      ([, kind, name = '', attribute, value]) => {
        if (attribute)
          return value === undefined ? this.hasAttribute(attribute) : this.getAttribute(attribute) === value
        if (kind === '#') return this.id === name
        if (kind === '.') return (this.getAttribute('class') ?? '').split(' ').includes(name)
        return this.tagName === name.toUpperCase()
      },
    )
  }
}

export class SmallDocument extends SmallNode {
  activeElement: SmallElement | null = null
  hidden = false
  /** Tells React that there are input events. */
  oninput = null
  defaultView: unknown = null
  readonly documentElement: SmallElement
  readonly head: SmallElement
  readonly body: SmallElement

  constructor() {
    super(9, '#document', null)
    this.documentElement = this.createElement('html')
    this.head = this.createElement('head')
    this.body = this.createElement('body')
    this.appendChild(this.documentElement)
    this.documentElement.appendChild(this.head)
    this.documentElement.appendChild(this.body)
  }

  override get isConnected() {
    return true
  }
  createElement(tag: string) {
    return this.createElementNS('http://www.w3.org/1999/xhtml', tag)
  }
  createElementNS(namespace: string, tag: string) {
    return new SmallElement(tag, namespace, this)
  }
  createTextNode(text: string) {
    const node = new SmallNode(3, '#text', this)
    node.nodeValue = text
    return node
  }
  getElementById(id: string) {
    return this.querySelector(`#${id}`)
  }
}
