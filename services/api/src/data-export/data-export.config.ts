export const EXPORT_SETTINGS = Symbol('export settings');

export interface ExportSettings {
  /** Where the files of exports lie, until they are kept no longer. */
  folder: string;
}

/** Beside the folder of the image files. */
export const exportSettings = (config: { BLOB_DIR?: string | undefined }): ExportSettings => ({
  folder: `${config.BLOB_DIR ?? 'blobs'}-exports`,
});
