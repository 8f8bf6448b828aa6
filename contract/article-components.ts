/** The components of articles and of Home, with the attributes that each of them needs. */
export const componentAttributes: Record<string, readonly string[]> = {
  Audio: ['src', 'title'],
  CodeFile: ['src'],
  Figures: [],
  Hero: [],
  Keys: [],
  Latest: ['title', 'link'],
  Picture: ['src', 'alt'],
  Quote: ['by'],
  SkillGrid: ['items'],
  SpecGrid: ['items'],
  Stage: [],
  Video: ['src', 'title'],
  Warning: [],
}
