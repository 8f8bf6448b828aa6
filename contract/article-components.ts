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

/** The further attributes that authors may write on components. */
export const optionalComponentAttributes: Record<string, readonly string[]> = {
  Audio: ['poster'],
  CodeFile: ['name'],
  Hero: ['start', 'link'],
  Picture: ['caption'],
  Quote: ['from', 'date'],
  SpecGrid: ['title'],
  Stage: ['scene'],
  Video: ['poster', 'captions'],
}

/** The components that only the home page (content/home.mdx) may use. */
export const homeOnlyComponentNames: readonly string[] = ['Figures', 'Hero', 'Latest', 'Stage']
