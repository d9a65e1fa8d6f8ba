import { CompetitionsController } from '@easel/projections/competitions/competitions.controller';
import { competitionsModel } from '@easel/projections/competitions/competitions.queries';
import { GalleryController } from '@easel/projections/gallery/gallery.controller';
import { galleryModel } from '@easel/projections/gallery/gallery.queries';
import { announce, givenFor, memberCaller, startReads } from './bench-server.ts';

const [databaseUrl = '', memberId = '', folder = ''] = process.argv.slice(2);
const given = givenFor(galleryModel, competitionsModel);
announce(
  await startReads({
    databaseUrl,
    folder,
    caller: memberCaller(memberId),
    controllers: [GalleryController, CompetitionsController],
    given,
  }),
);
