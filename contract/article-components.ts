/** The components of articles and of Home, with the attributes that each of them needs. */
export const requiredComponentAttributes: Record<string, readonly string[]> = {
  Audio: ['src', 'title'],
  CodeFile: ['src'],
  Figures: ['items'],
  Hero: ['title'],
  Keys: [],
  Latest: ['title', 'link'],
  Picture: ['src', 'alt'],
  Quote: ['by'],
  SkillGrid: ['items'],
  SpecGrid: ['items'],
  Stage: ['subject', 'title', 'to', 'link'],
  Video: ['src', 'title'],
  Warning: [],
}

/** The components that only the home page (content/home.mdx) may use. */
export const homeOnlyComponentNames: readonly string[] = ['Figures', 'Hero', 'Latest', 'Stage']
