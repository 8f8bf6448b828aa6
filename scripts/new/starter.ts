import path from 'node:path'
import { readTextIfExists } from '../../build/read-text.ts'

const folder = path.join(import.meta.dirname, 'starter')

/** The texts of the starter pages that are not in the files of starter/. */
interface StarterWords {
  home: string
  articles: string
  about: string
  /** Returns the description of a site whose author has given none. */
  description: (author: string) => string
  readOn: string
  readMore: string
  firstArticle: string
  /** Returns the description of the first page of a group. */
  groupDescription: (group: string) => string
  groupStage: string
  aboutStage: string
  /** The heading of the newest articles on the home page. */
  latest: string
  allArticles: string
  articlePath: string
  aboutPath: string
}

const words: Record<string, StarterWords> = {
  en: {
    home: 'Home',
    articles: 'Articles',
    about: 'About',
    description: (author) => `The website of ${author}: what I make, and how I make it.`,
    readOn: 'Read on',
    readMore: 'Read more',
    firstArticle: 'The first article shows what a page can have.',
    groupDescription: (group) => `${group}: everything on this site about it.`,
    groupStage: 'Its first page waits for words.',
    aboutStage: 'Who writes here, and how to get in touch.',
    latest: 'Latest articles',
    allArticles: 'All articles',
    articlePath: '/first-article',
    aboutPath: '/about',
  },
  fr: {
    home: 'Accueil',
    articles: 'Articles',
    about: 'À propos',
    description: (author) => `Le site de ${author}\u00a0: ce que je fais, et comment je le fais.`,
    readOn: 'Lire la suite',
    readMore: 'En savoir plus',
    firstArticle: 'Le premier article montre ce qu’une page peut contenir.',
    groupDescription: (group) => `${group}\u00a0: tout ce que ce site en dit.`,
    groupStage: 'Sa première page attend votre texte.',
    aboutStage: 'Qui écrit ici, et comment nous joindre.',
    latest: 'Derniers articles',
    allArticles: 'Tous les articles',
    articlePath: '/premier-article',
    aboutPath: '/a-propos',
  },
  de: {
    home: 'Start',
    articles: 'Artikel',
    about: 'Über mich',
    description: (author) => `Die Seite von ${author}: was ich mache, und wie ich es mache.`,
    readOn: 'Weiterlesen',
    readMore: 'Mehr lesen',
    firstArticle: 'Der erste Artikel zeigt, was eine Seite haben kann.',
    groupDescription: (group) => `${group}: alles, was hier darüber steht.`,
    groupStage: 'Die erste Seite wartet auf Text.',
    aboutStage: 'Wer hier schreibt, und wie man mich erreicht.',
    latest: 'Neueste Artikel',
    allArticles: 'Alle Artikel',
    articlePath: '/erster-artikel',
    aboutPath: '/ueber-mich',
  },
  ja: {
    home: 'ホーム',
    articles: '記事',
    about: 'このサイトについて',
    description: (author) => `${author}のサイトです。作ったものと、その作り方を紹介します。`,
    readOn: '続きを読む',
    readMore: '詳しく見る',
    firstArticle: 'はじめての記事で、ページに使えるものを紹介します。',
    groupDescription: (group) => `${group}についてのページです。`,
    groupStage: '最初のページは、まだ書かれていません。',
    aboutStage: 'だれが書いているか、連絡先はどこか。',
    latest: '新着記事',
    allArticles: 'すべての記事',
    articlePath: '/first-article',
    aboutPath: '/about',
  },
}

/**
 * Returns the language of the starter pages for a site: the language of the site, or English when there are no starter
 * pages in it.
 */
export function chooseStarterLanguage(language: string): string {
  const main = new Intl.Locale(language).language
  return main in words ? main : 'en'
}

/** Returns the texts of the starter pages for the language of a site. */
export const getStarterTexts = (language: string): StarterWords =>
  words[chooseStarterLanguage(language)] ?? (words.en as StarterWords)

/**
 * Splits the groups of a new site by the page that comes first in them: the about page, the first article, or another.
 */
export function splitMenuGroupsByStarterPage(groups: string[], language: string) {
  const { about } = getStarterTexts(language)
  const aboutGroup = groups.find((group) => group === about)
  const articleGroup = groups.find((group) => group !== about)
  return { aboutGroup, articleGroup, others: groups.filter((group) => group !== about && group !== articleGroup) }
}

export interface StarterSite {
  author: string
  description: string
  language: string
  name: string
  /** The names of the menu groups with their subjects. */
  groups: Record<string, string>
}

/**
 * Creates the texts of the pages of a new site.
 * @param paths the paths of further first pages, by group; the article group and the about group need none
 * @returns the text of each page by its file in content/
 */
export function buildStarterPageTexts(
  site: StarterSite,
  today: string,
  paths: Record<string, string> = {},
): Record<string, string> {
  const text = getStarterTexts(site.language)
  const { aboutGroup, articleGroup } = splitMenuGroupsByStarterPage(Object.keys(site.groups), site.language)
  const fill = (name: string, values: Record<string, string>) => fillTemplate(site.language, name, { today, ...values })
  const pages: Record<string, string> = {
    'about.mdx': fill('about.mdx', {
      author: inText(site.author),
      place: aboutGroup ? `group: ${inYaml(aboutGroup)}` : 'footer: true',
    }),
  }
  const stages: Stage[] = []
  const addStage = (group: string, to: string, words: string) =>
    stages.push({ group, to, words, subject: site.groups[group] ?? '', link: text.readMore })
  if (articleGroup) {
    pages['first-article.mdx'] = fill('first-article.mdx', { group: inYaml(articleGroup) })
    addStage(articleGroup, text.articlePath, text.firstArticle)
  }
  for (const [group, path] of Object.entries(paths)) {
    const file = `${path.slice(1)}.mdx`
    const description = inYaml(text.groupDescription(group))
    pages[file] = fill('group.mdx', { path, title: inYaml(group), description, file })
    addStage(group, path, text.groupStage)
  }
  if (aboutGroup) addStage(aboutGroup, text.aboutPath, text.aboutStage)
  pages['home.mdx'] = writeHome(site, text, stages, today)
  const privacy = readTemplate(site.language, 'privacy.mdx')
  if (privacy !== null) pages['privacy.mdx'] = privacy.replace('{{today}}', today)
  return pages
}

interface Stage {
  group: string
  subject: string
  to: string
  words: string
  link: string
}

function writeHome(site: StarterSite, text: StarterWords, stages: Stage[], today: string): string {
  const [first] = stages
  const start = first ? ` start="#${first.to.slice(1)}" link=${inAttribute(text.readOn)}` : ''
  const sections = stages.map(
    ({ group, subject, to, words, link }) =>
      `<Stage subject="${subject}" title=${inAttribute(group)} to="${to}" link=${inAttribute(link)}>\n  ${inText(words)}\n</Stage>\n`,
  )
  const head = ['---', 'path: /', `title: ${inYaml(text.home)}`, 'description: ""', `published: ${today}`]
  const hero = `<Hero title=${inAttribute(site.name)}${start}>\n  ${inText(site.description)}\n</Hero>\n`
  const latest = `<Latest title=${inAttribute(text.latest)} link=${inAttribute(text.allArticles)} />\n`
  return [...head, 'scene: course', '---', '', hero, latest, ...sections].join('\n')
}

const readTemplate = (language: string, name: string): string | null =>
  readTextIfExists(path.join(folder, chooseStarterLanguage(language), name))

const fillTemplate = (language: string, name: string, values: Record<string, string>): string =>
  (readTemplate(language, name) ?? '').replace(/\{\{(\w+)\}\}/g, (_, key) => values[key] ?? '')

/** Formats a text as a YAML value of the front matter. */
const inYaml = (text: string): string => JSON.stringify(text)
/** Writes a text as the value of a component's property. */
const inAttribute = (text: string): string => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
/** Escapes a text for the body of a page, where MDX would read some signs as code, markup or the start of a list. */
const inText = (text: string): string =>
  text
    .replace(/[\\{}<>*_`[\]&#~$]/g, '\\$&')
    .replace(/^\d+(?=[.)]\s)/, '$&\\')
    .replace(/^[-+](?=\s)/, '\\$&')

/** Returns a text as one segment of a path; empty when it has no Latin letters. */
export const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
