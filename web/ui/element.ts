import { earlyIcons } from './early-icons.ts'

/**
 * Creates a DOM element without React, for content that is shown before the application is loaded. Strings become text
 * nodes.
 * @param attributes an attribute with the value undefined is left out
 */
export function createDomElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | undefined>,
  ...children: (Node | string | false)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== false))
  return element
}

/** Creates a button without React. @param press called at each click */
export function createButtonElement(
  attributes: Record<string, string>,
  children: (Node | string)[],
  press: () => void,
): HTMLButtonElement {
  const button = createDomElement('button', { type: 'button', ...attributes }, ...children)
  button.addEventListener('click', press)
  return button
}

/** Creates an icon without React that looks like the component `Icon`. */
export function createIconElement(name: keyof typeof earlyIcons): Element {
  const holder = document.createElement('span')
  holder.innerHTML = `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${earlyIcons[name]}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return holder.firstElementChild as Element
}
