import type { SiteConfig } from '../../contract/site-config.ts'
import { type Answers, questions } from './answers.ts'
import type { ExistingSite } from './existing-site.ts'

/** The configuration of the example site. */
export const config: SiteConfig = {
  name: 'Old Harbour',
  motto: 'Words.',
  origin: 'https://harbour.example',
  language: 'en',
  description: 'A harbour that was there before.',
  groups: { Ships: 'gaming', Ropes: 'games' },
  links: [{ name: 'Results', url: 'https://results.example', group: 'Ropes' }],
  social: [{ name: 'Elsewhere', url: 'https://elsewhere.example' }],
  author: 'Olga',
  securityContact: 'mailto:security@harbour.example',
  app: { id: 'example.harbour' },
  features: {
    accounts: true,
    comments: true,
    newsletter: true,
    push: true,
    ordering: true,
    statistics: true,
    run: true,
  },
}
/** The example site, which `npm run new` has not made, as in a new fork. */
export const former: ExistingSite = { config, isOwn: false, paths: ['/ships', '/knots'], takenPaths: ['/desk'] }
/** The same site after a first run of `npm run new`. */
export const own: ExistingSite = { ...former, isOwn: true }

/** Answers each question with the given text, or else with its preset. */
export function answer(site: ExistingSite, given: Record<string, string> = {}): Answers {
  const answers: Partial<Answers> = { keep: [] }
  for (const { flag, preset, read, isAsked } of questions)
    if (isAsked?.(site) ?? true) Object.assign(answers, read(given[flag] ?? preset(answers, site), site, answers))
  return answers as Answers
}

/** Returns the text of a page with a scene of its own. */
export const page = (address: string, group: string, words: string) =>
  `---\npath: ${address}\ntitle: T\nscene: harbour\ngroup: ${group}\nsubject: about\n---\n\n${words}\n`
