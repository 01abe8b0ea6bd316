// @APP@ @VERSION@
const assets = ["@ASSETS@"];
