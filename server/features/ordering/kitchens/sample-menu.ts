import type { ItemDraft } from '#contract/menu.ts'

type Dish = Omit<ItemDraft, 'categoryId'>

const size = (single: number, triple: number) => ({
  name: 'Size',
  min: 1,
  max: 1,
  choices: [
    { name: 'Single', priceAdjustment: -single },
    { name: 'Double', priceAdjustment: 0 },
    { name: 'Triple', priceAdjustment: triple },
  ],
})

const extras = {
  name: 'Extras',
  min: 0,
  max: 3,
  choices: [
    { name: 'American cheese', priceAdjustment: 80, allergens: ['milk' as const] },
    { name: 'Streaky bacon', priceAdjustment: 150 },
    { name: 'Fried egg', priceAdjustment: 120, allergens: ['eggs' as const] },
    { name: 'Crispy onions', priceAdjustment: 60, allergens: ['gluten' as const] },
    { name: 'Jalapeños', priceAdjustment: 50 },
  ],
}

const sauce = {
  name: 'Dip',
  min: 1,
  max: 1,
  choices: [
    { name: 'Burger sauce', allergens: ['eggs' as const, 'mustard' as const] },
    { name: 'Garlic mayonnaise', allergens: ['eggs' as const] },
    { name: 'Ketchup' },
    { name: 'Hot sauce' },
  ],
}

const can = {
  name: 'Size',
  min: 1,
  max: 1,
  choices: [{ name: 'Glass' }, { name: 'Bottle', priceAdjustment: 190 }],
}

/** The menu of the sample kitchen. Prices are in pence. */
export const sampleMenu: { name: string; dishes: Dish[] }[] = [
  {
    name: 'Burgers',
    dishes: [
      {
        name: 'Double smash',
        price: 950,
        allergens: ['gluten', 'milk', 'mustard'],
        options: [size(150, 200), extras],
        description: 'Two beef patties, American cheese, pickles, burger sauce.',
      },
      {
        name: 'Halloumi stack',
        price: 875,
        diets: ['vegetarian'],
        allergens: ['gluten', 'milk'],
        options: [extras],
        description: 'Grilled halloumi, roast pepper, mint yoghurt.',
      },
      {
        name: 'Buffalo chicken',
        price: 925,
        allergens: ['gluten', 'milk', 'celery'],
        options: [extras],
        description: 'Buttermilk thigh, hot sauce, blue cheese.',
      },
      {
        name: 'Mushroom melt',
        price: 850,
        diets: ['vegetarian', 'vegan'],
        allergens: ['gluten', 'soya'],
        description: 'Portobello in breadcrumbs, vegan cheese, smoked paprika relish.',
      },
    ],
  },
  {
    name: 'Sides',
    dishes: [
      {
        name: 'Loaded fries',
        price: 550,
        diets: ['vegetarian'],
        allergens: ['gluten', 'milk'],
        description: 'Skin-on fries, cheese sauce, crispy onions.',
      },
      {
        name: 'Skin-on fries',
        price: 350,
        diets: ['vegetarian', 'vegan'],
        options: [sauce],
        description: 'Twice cooked, with sea salt and a dip.',
      },
      {
        name: 'Onion rings',
        price: 395,
        diets: ['vegetarian', 'vegan'],
        allergens: ['gluten'],
        options: [sauce],
        description: 'In beer batter, with a dip.',
      },
      {
        name: 'House slaw',
        price: 275,
        diets: ['vegetarian'],
        allergens: ['eggs', 'mustard', 'celery'],
        description: 'Cabbage, carrot and celeriac.',
      },
    ],
  },
  {
    name: 'Drinks',
    dishes: [
      {
        name: 'Lemonade',
        price: 160,
        diets: ['vegetarian', 'vegan'],
        options: [can],
        description: 'Cloudy, made here every morning.',
      },
      {
        name: 'Vanilla shake',
        price: 480,
        diets: ['vegetarian'],
        allergens: ['milk'],
        maxPerOrder: 6,
        description: 'Three scoops and whole milk.',
      },
      {
        name: 'Sparkling water',
        price: 150,
        diets: ['vegetarian', 'vegan'],
        description: '330 ml.',
      },
    ],
  },
]
