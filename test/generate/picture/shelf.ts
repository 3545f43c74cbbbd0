import * as bags from './bags.ts'
import * as camp from './camp.ts'
import * as clothing from './clothing.ts'
import * as kitchen from './kitchen.ts'
import * as tools from './light-and-tools.ts'
import { stage } from './marks.ts'
import * as paper from './paper.ts'
import type { Mark } from './raster.ts'

/** A picture of the example: its ground and what stands on it. */
export interface Picture {
  readonly name: string
  readonly ground: string
  readonly marks: readonly Mark[]
}

const sand = '#e9dfcc'
const sage = '#d5ded2'
const sky = '#d3dfe6'
const rose = '#ecd9d2'
const mist = '#dcdfe2'

function on(ground: string, things: Readonly<Record<string, readonly Mark[]>>): Picture[] {
  return Object.entries(things).map(([name, marks]) => ({ name, ground, marks: [...stage(ground), ...marks] }))
}

/** Every square picture of the example, by the name of its file. */
export const shelf: readonly Picture[] = [
  ...on(sky, {
    'tee-classic': clothing.tee('#b4352d'),
    'tee-classic-navy': clothing.tee('#233a5e'),
    'tee-classic-sand': clothing.tee('#cdb68a'),
    'tee-trail': clothing.tee('#4f6b46', 'stripes', '#dfe6c8'),
    'tee-trail-slate': clothing.tee('#55636e', 'stripes', '#c9d6de'),
    'tee-summit': clothing.tee('#f1efe8', 'hills', '#2f5d7c'),
    'tee-pocket': clothing.tee('#d99a3a', 'pocket', '#8f5a1c'),
    'tee-sunrise': clothing.tee('#2f3f52', 'sun', '#f0a63c'),
    'tee-kids': clothing.tee('#3fa0a0', 'hills', '#fff3c4'),
    'tee-staff': clothing.tee('#262b2f', 'staff', '#f0ede4'),
    'tee-long': clothing.longSleeve('#7b4b6b', 'none'),
    'tee-long-moss': clothing.longSleeve('#5d6b3d', 'none'),
    'crew-fell': clothing.longSleeve('#9aa5a8', 'hills', '#31424d'),
    'base-merino': clothing.longSleeve('#3a3f44', 'stripes', '#59636a'),
  }),
  ...on(rose, {
    'hood-ridge': clothing.hoodie('#2e5e4e', false, '#f0ede4'),
    'hood-ridge-brick': clothing.hoodie('#a5482f', false, '#f0ede4'),
    'hood-zip': clothing.hoodie('#3d4f6b', true, '#d7dde0'),
    'fleece-tarn': clothing.jacket('#c9c3b2', '#4b6a75', false),
    'jacket-squall': clothing.jacket('#e0a526', '#2c3238', false),
    'vest-loft': clothing.jacket('#35586b', '#e07b39', true),
    'poncho-rain': clothing.poncho('#3f7f9c'),
  }),
  ...on(sand, {
    'cap-ridge': clothing.cap('#2f5d4a', '#24463a', false),
    'cap-mesh': clothing.cap('#c4552d', '#2c3238', true),
    'beanie-rib': clothing.beanie('#8a2f3c', '#a5424d', false),
    'beanie-bobble': clothing.beanie('#2c6a8a', '#e8e2d2', true),
    'sock-hike': clothing.socks('#7d8a72', '#d9541e'),
    'sock-wool': clothing.socks('#b7a78c', '#5a4636'),
    'glove-liner': clothing.gloves('#39434b', '#7d8a94'),
    'tube-neck': clothing.neckTube('#2b6f77', '#a7d3cf'),
  }),
  ...on(sage, {
    'tent-solo': camp.ridgeTent('#d0702e', '#f3d9b0'),
    'tent-duo': camp.domeTent('#3e7a5e', '#f1e3b8'),
    'tent-base': camp.tunnelTent('#a63d2f', '#f1d9b8'),
    'tarp-3x3': camp.tarp('#8a8f4a'),
    pegs: camp.pegs('#9aa3a8'),
    'pegs-detail': camp.pegs('#d0a63c'),
    'bag-down-3': camp.sleepingBag('#2f4f7a', '#e0a526'),
    'bag-summer': camp.sleepingBag('#6fa38a', '#f1efe8'),
    'mat-foam': camp.mat('#d9a13a', false),
    'mat-air': camp.mat('#4b87a6', true),
    'pillow-air': camp.pillow('#6d87a8'),
    'chair-camp': camp.chair('#c0562f'),
  }),
  ...on(mist, {
    'pack-day-20': bags.daypack('#2f6f8f', '#e0a526'),
    'pack-day-28': bags.daypack('#6b7a3a', '#f0ede4'),
    'pack-trek-55': bags.trekkingPack('#b0432f', '#3a3f44'),
    'pack-trek-70': bags.trekkingPack('#2f4f3f', '#c98a2f'),
    'duffel-40': bags.duffel('#e0a526', '#2c3238'),
    'dry-bag': bags.dryBags(['#e0a526', '#3f7fa0', '#b4352d']),
    'bag-belt': bags.beltBag('#5a4a78', '#3a3f44'),
    'tote-nw': bags.tote('#ece4d0', '#2e5e4e'),
  }),
  ...on(sand, {
    'mug-enamel': kitchen.mug('#f3f1ea', '#2f4f7a', '#2f4f7a'),
    'mug-enamel-gold': kitchen.mug('#f3f1ea', '#d8b45a', '#2f4f7a'),
    'mug-stone': kitchen.mug('#8a7a6a', '#6a5a4c', '#e8e0d0'),
    'mug-travel': kitchen.travelMug('#3e7a6a', '#2c3238'),
    'bottle-05': kitchen.bottle('#2f7fa0', false),
    'bottle-10': kitchen.bottle('#d0602e', true),
    'flask-tea': kitchen.flask('#3f5a3a'),
    'stove-gas': kitchen.stove('#3d4f6b'),
    'pot-set': kitchen.pots('#9aa3a8', '#c33d2b'),
    'pan-fold': kitchen.pan('#4a5056', '#b0432f'),
    spork: kitchen.spork('#7a8f3a'),
    dripper: kitchen.dripper('#b0583a'),
  }),
  ...on(mist, {
    'lamp-cabin-oak': tools.tableLamp('#e9dfc4', '#b98546'),
    'lamp-cabin-ash': tools.tableLamp('#5f7f78', '#dcc9a4'),
    'lantern-led': tools.lantern('#3e7a5e', false),
    'lantern-storm': tools.lantern('#b4352d', true),
    'torch-head': tools.headTorch('#2c3238', '#d9541e'),
    'torch-hand': tools.handTorch('#4b555c'),
    batteries: tools.batteries('#d98a2f'),
  }),
  ...on(rose, {
    bolts: tools.bolts('#8f989d'),
    carabiner: tools.carabiner('#2f7fa0', '#c9d0d3'),
    'carabiner-orange': tools.carabiner('#d9541e', '#c9d0d3'),
    cord: tools.cord('#3f7f4f', '#f0ede4'),
    'knife-pocket': tools.knife('#8a4a2c'),
    'axe-camp': tools.axe('#c49a5c', '#4a545a'),
    'repair-kit': tools.repairKit('#b4352d'),
    'wax-tin': tools.tin('#c9a24a', '#5a7a4a'),
    compass: tools.compass('#3a4a3f'),
  }),
  ...on(sky, {
    'notebook-a5': paper.notebook('#2f5d4a', '#e0a526', false),
    'notebook-a6': paper.notebook('#a5482f', '#2c3238', true),
    'map-fells': paper.map('#cfe0b4'),
    'map-coast': paper.map('#bfdbe2'),
    postcards: paper.postcards('#9cc4d8', '#5d7f52'),
    stickers: paper.stickers(['#b4352d', '#2f5d7c', '#4f7a46']),
    'gift-card': paper.giftCard('#2e5e4e', '#e0a526'),
  }),
]

/** The heads of category pages, four times as wide as high. */
export const banners: readonly Picture[] = [
  { name: 'head-clothing', ground: '#c9dbe6', marks: paper.banner('#c9dbe6', '#6f8fa3', '#3f5f6f') },
  { name: 'head-camp', ground: '#cfe0cf', marks: paper.banner('#cfe0cf', '#6f9a78', '#355a40') },
  { name: 'head-bags', ground: '#e6dccb', marks: paper.banner('#e6dccb', '#b0875a', '#6a4a32') },
  { name: 'head-kitchen', ground: '#f0dcc4', marks: paper.banner('#f0dcc4', '#c98a5a', '#7a4a34') },
  { name: 'head-light', ground: '#35405c', marks: paper.banner('#35405c', '#26314a', '#151d30') },
  { name: 'head-workshop', ground: '#d9dcdf', marks: paper.banner('#d9dcdf', '#8a949b', '#4a545b') },
  { name: 'head-gifts', ground: '#efd3d0', marks: paper.banner('#efd3d0', '#b87a80', '#6f3f4a') },
  { name: 'head-sale', ground: '#f6e0a6', marks: paper.banner('#f6e0a6', '#d9954a', '#9a4a2a') },
]
