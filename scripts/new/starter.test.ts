import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseFrontMatter } from '../../build/front-matter.ts'
import { mdxPlugin } from '../../build/mdx.ts'
import {
  COMMENT_DRAFT_LIFETIME_MS,
  DAY_MS,
  ERROR_RETENTION_MS,
  SESSION_MS,
  STORED_REPORTS_PER_ERROR,
} from '../../contract/limits.ts'
import { CARD_ATTEMPTS_RETENTION_MS } from '../../contract/ordering-limits.ts'
import type { SiteFeatures } from '../../contract/site-config.ts'
import {
  commentDraftsKey,
  pushBannerDismissedKey,
  pushOffKey,
  trackedOrdersKey,
  unpaidOrdersKey,
  userStorageKeys,
  waitingCommentsKey,
} from '../../contract/storage-keys.ts'
import { config } from './example-site.ts'
import { buildStarterPageTexts, chooseStarterLanguage, getStarterTexts, toSlug } from './starter.ts'

const everything: SiteFeatures = config.features
const names = Object.keys(everything) as (keyof SiteFeatures)[]

/** Compiles a page as the build does. @throws when the page is not valid MDX */
async function compile(text: string, features = everything): Promise<string> {
  const { transform } = mdxPlugin(features) as { transform: (text: string, id: string) => Promise<{ code: string }> }
  return (await transform(text, 'page.mdx')).code
}

const { fcmToken, ...loginKeys } = userStorageKeys
const keys: Record<keyof SiteFeatures, string[]> = {
  accounts: Object.values(loginKeys),
  comments: [commentDraftsKey, waitingCommentsKey],
  newsletter: [],
  push: [fcmToken, pushBannerDismissedKey, pushOffKey],
  ordering: [trackedOrdersKey, unpaidOrdersKey],
  run: ['"run"'],
  statistics: ['13'],
}
const days = [SESSION_MS, COMMENT_DRAFT_LIFETIME_MS, ERROR_RETENTION_MS, CARD_ATTEMPTS_RETENTION_MS].map(
  (ms) => ms / DAY_MS,
)

describe.each([
  [
    'fr',
    'jours',
    {
      accounts: /\bcompte\b|connecté|mots? de passe|session/i,
      comments: /commentaire|modérat/i,
      newsletter: /nouvelles pages/i,
      push: /notification|\bpush/i,
      ordering: /\bcommand|cuisine|stripe|\bcarte/i,
      run: /meilleur temps/i,
      statistics: /statistique|13 mois/i,
    },
  ],
  [
    'de',
    'Tage',
    {
      accounts: /konto|angemeldet|sitzung|passw/i,
      comments: /kommentar|moderat/i,
      newsletter: /neue Seiten/i,
      push: /\bpush/i,
      ordering: /\bbestell|küche|stripe|\bkarte/i,
      run: /beste zeit/i,
      statistics: /zählt|13 monate/i,
    },
  ],
  [
    'ja',
    '日',
    {
      accounts: /アカウント|ログイン|セッション|パスワード/,
      comments: /コメント/,
      newsletter: /新しいページ/,
      push: /プッシュ|通知/,
      ordering: /注文|カード|の店|Stripe/,
      run: /タイム/,
      statistics: /統計|13 か月/,
    },
  ],
])('a starter privacy page in the language %s', (language, unit, words: Record<keyof SiteFeatures, RegExp>) => {
  const source = readFileSync(`scripts/new/starter/${language}/privacy.mdx`, 'utf8')

  test('the starter privacy page names each storage key, the retention times and the privacy signals of the browser', async () => {
    const code = await compile(source)
    for (const name of names) for (const key of keys[name]) expect(code, key).toContain(key)
    for (const count of days) expect(code).toMatch(new RegExp(`\\b${count} ?${unit}`))
    expect(code).toMatch(new RegExp(`\\b${STORED_REPORTS_PER_ERROR}\\b`))
    for (const signal of ['Do Not Track', 'Global Privacy Control']) expect(code).toContain(signal)
  })

  test('the starter privacy page shows bold words without their asterisks', async () => {
    expect(await compile(source)).not.toContain('**')
  })

  test.each([[['comments']], [['newsletter']], [['push']], [['ordering']], [['statistics']], [['run']], [names]])(
    'the starter privacy page does not name the features %s when they are off',
    async (off) => {
      const features = { ...everything, ...Object.fromEntries(off.map((name) => [name, false])) }
      const code = await compile(source, features)
      for (const name of names) {
        const found = words[name].exec(code)
        expect(found !== null, `${name}: ${code.slice((found?.index ?? 0) - 40, found?.index)}`).toBe(features[name])
      }
    },
  )
})

describe.each(['en', 'fr', 'de', 'ja', 'it'])('the starter pages of a site in the language %s', (language) => {
  const { about, articles } = getStarterTexts(language)
  const site = { name: 'A {b} "c" <d>', author: '~E~ & *F* $$g$$', description: '1. FC {things}, ~5 or ~9.', language }
  const pages = buildStarterPageTexts(
    { ...site, groups: { [articles]: 'gaming', Brot: 'games', [about]: 'about' } },
    '2026-01-02',
    { Brot: '/brot' },
  )

  test('the starter pages are valid MDX with valid front matter and without placeholders', async () => {
    expect(Object.keys(pages)).toEqual(
      expect.arrayContaining(['home.mdx', 'about.mdx', 'first-article.mdx', 'brot.mdx']),
    )
    for (const [file, text] of Object.entries(pages)) {
      expect(text, file).not.toContain('{{')
      await expect(compile(text), file).resolves.toContain('MDXContent')
      // The line with the group is removed, because the fixture site has other groups.
      expect(parseFrontMatter(text.replace(/^group: .*\n/m, ''), file).published).toBe('2026-01-02')
    }
  })

  test('the first page of a group is marked as a placeholder, so that no list or feed shows its text', () => {
    expect(parseFrontMatter((pages['brot.mdx'] ?? '').replace(/^group: .*\n/m, ''), 'brot.mdx').placeholder).toBe(true)
  })

  test('the starter pages show the name, the author and the description with all special characters', async () => {
    expect(await compile(pages['home.mdx'] ?? '')).toContain(JSON.stringify(site.name).slice(1, -1))
    expect(await compile(pages['home.mdx'] ?? '')).toContain('1. FC {things}, ~5 or ~9.')
    expect(await compile(pages['about.mdx'] ?? '')).toContain('~E~ & *F* $$g$$')
  })
})

test('on the French starter pages, each space before “:” and other punctuation and inside « » is a non-breaking space', () => {
  const words = getStarterTexts('fr').description('') + getStarterTexts('fr').groupDescription('')
  const files = globSync('scripts/new/starter/fr/*.mdx').map((file) => readFileSync(file, 'utf8'))
  expect(files.length).toBeGreaterThan(3)
  for (const text of [words, ...files]) expect(text).not.toMatch(/.{0,20} [:;!?»]|« /)
})

test('a language without starter pages gets the English ones', () => {
  expect(['fr-CA', 'de-AT', 'ja', 'it', 'zh-Hant'].map(chooseStarterLanguage)).toEqual(['fr', 'de', 'ja', 'en', 'en'])
})

test('the path of a starter page has the Latin letters of its title, without accents', () => {
  expect(['À propos', 'Über mich!', '記事', 'A  b'].map(toSlug)).toEqual(['a-propos', 'uber-mich', '', 'a-b'])
})
