/** A section of the course, as it stands on the page. */
export interface Section {
  element: HTMLElement
  subject: string
  title: string
}
