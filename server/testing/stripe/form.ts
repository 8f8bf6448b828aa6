/** The values of a form, nested by names such as `a[b]=1` and `a[0]=1`. */
export interface Form {
  [name: string]: string | Form
}

/** Parses a body or a query in Stripe's format. */
export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    const last = path.pop() ?? ''
    let at = form
    for (const part of path) {
      const next = at[part]
      const inner = typeof next === 'object' ? next : {}
      at[part] = inner
      at = inner
    }
    at[last === '' ? String(Object.keys(at).length) : last] = value
  }
  return form
}

/** Returns a value of a form, or undefined. */
export function getFormText(form: Form, ...path: string[]): string | undefined {
  let at: string | Form | undefined = form
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'string' && at !== '' ? at : undefined
}

/** Returns the values of a list in a form. */
export const getFormList = (form: Form, name: string): string[] =>
  Object.values(typeof form[name] === 'object' ? form[name] : {}).filter((value) => typeof value === 'string')
