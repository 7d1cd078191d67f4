/**
 * The migrations that landed, each by the checksum of its statements: what ran on somebody's database is never changed.
 * A new migration gets a line here; the house test prints it.
 */
export const LANDED: Readonly<Record<string, string>> = {
  '0001-store': '6dc2ea6c998c67db6352a0316209762751eff8c698d408685dc8eb60b00829ad',
  '0002-lookups': '837e4023c1f2a16ab93647c4d2e277235658bac7c858b993a029297169648785',
  '0003-register-search': '11b5c9493ba52d8588781bc770e9dae91e9be4bd51db2dc8bfaa2fb8302b0194',
  '0004-article-search': 'e4dbb6c2ce9e3c5dacfe4627a9b83c5850a5322cdbd1bf952de63f95bcf10646',
  '0005-piece-counts': '9c3b1727be85457915b13b47ad336b2e703b362710105d6bd83ffaaa60d6a0e7',
  '0006-research': '85dd60595dbb280e8c6fa152d510ae6061818d8090aec733dd53e02ce24dab5e',
  '0007-attachment-search': '3cce8e07fbcfdd2033b9741034fa78f98752978d37196876affa9c15527f39ea',
  '0008-article-category': 'd4a6819eaa8ad3d9dfe938e4224b5eb066f01aa382ca831dd86275dc45cf62ef',
  '0009-search-rows': '6304a842a081f6fbe1de6adef5e55ebf43aab8c9529c533f07d8d165773e3fa2',
  '0010-customers': '1047fedbb06cbb14eed087337d151d946ea13afa2732479432d8ae236e0c688e',
  '0011-professional-investor': 'e11839e11672038d645b8dfa9143280a16bb46e1f0633e518947fdfc7b49f706',
  '0012-name-dots': 'b6daa7e6b9570d1bca59a972e22790d1304f20aa2f2aca5951a7a079402cf89f',
  '0013-staff': '2093b11449418d5e5110d07c408222bd09e83633b05b2ee692ebea6516990966',
  '0014-editions': '745438181f51523d423c782228d2edfe77391c2a9e788b3b98fbc955cf339d29',
  '0015-previews': 'dd1b719ae01cabb89a6bdd560c07ec0f89c294d92aa0e4b68ac728b26ae98107',
  '0016-channel-upkeep': 'd11bdc5888e3b005da55e24b84d1845c6ce707d66588a06e5fbe04a724278076',
  '0017-register-imports': '03028dee096110c023e78b09270af66c1f0bdf40fd4898675c78176832157f7a',
  '0018-cleaning': 'ddd4af5de873972f810e813b973c51fc5c2aab8139a3cfbcf10f92d31b2264ee',
  '0019-public-row-sets': '19e0b5842619c678f719c53148675351ffbac668b27450eae15a452bb25d6930',
  '0020-names-by-index': 'f11154cf6b762036da99daa18187fbe895155d77e958b4059a067d99e5c4dde5',
  '0021-edition-published': '2d895fafaff298c4c8340ee1b091a8beeb5c9a0a2af9f1937f51c223fb6287be',
  '0022-kinds': 'bb896efbbd70302775095ca73a9e146a93b492bd69ee8852af529a44b783667c',
  '0023-wizard-plans': 'ae7b7b247bc7c314f452d84d6e63e0fdf46bfa24f2aaf0390055f864230a5bcc',
  '0024-two-persons': '53d49f09e48f2eed67868450cdc429a2735c4c137b6ae502d1db39b37d68d46b',
  '0025-record': 'e8bd2ed7128f3a115a9fb39716dd355241eed690d96d99be491ccf35f8aaef07',
  '0026-server-role': '555870aefe5b1f53461f8ee0c3c02815fc336e0b767d9f20c988b197d3c66980',
  '0027-definitions': '50d255538ad82b38c612697bdb1b90e6264749b8c4efa62925a8916ff9ad9028',
  '0028-feeding': '96550cc3886bcfc3f8dae3ddcb9d0d680a105e974e6a76b30f758a566586d946',
  '0029-searches-in-vain': '7e625519e74103f92a824bce7b37bc2b4d4f8d2aeb32e33b8b17d2f6b4f711b1',
  '0030-mails-and-old-addresses': '99f8d83d57e680f4b6cefa8dddb8676e88a6eb5689d9ed613bdaeb41be1bae5c',
  '0031-article-sets': '8672c88a6b0df5cd75fe52d84baba6cc9f7547f78d8063dc83bee392acf487a6',
  '0032-title-pieces': 'cc4f0de87dc5f00828e6f653937998ad4e6555c5068710f40b47bd1ae98eb32f',
  '0033-tries-and-rebases': '7e3a0ab52e11da3ba1ea8404d559f346ed76a810de77569fa11b803d525aab33',
  '0034-pages-beside-registers': '7fcd2ace1d592546f2cb1aedb3debf8a7f1aa1376693c63430f2ced08e552618',
  '0035-store-format': '25d0c0b9831892ab5d57abbcfbab72bd2a26e7c4771a637544847ec4d0216606',
  '0036-sign-in-of-the-firm': '2f6a2883d6a3f3c0b63967cc7d7794ee12f6850dc2a6924ab8f43d2d7fd7c6fd',
  '0037-place-of-work': 'c15d0dc476bbf346bd2083f94dd6e5e04bb2267bbed5b63d637d90e03634d896',
  '0038-newsroom': 'fab60c0c91643381f9ca3e0db13d173a581899175a5af7e3e907d04ccd2a28e9',
  '0039-remarks': '0e50bb860b54ac28d9bdbe6fb9347d5421bd9b73478dbc855c3d1841ea453341',
  '0040-outcomes-of-tries': '359c19393c5684293c236486319a39adc39286bfd60ffcc17a3869b7ca441a59',
};

/**
 * Checksums of whole files, comments included, which were recorded until statements were: every text that landed with
 * the statements above. The first text of 0013-staff is not among them, because its table staff_failure has no
 * failure_id.
 */
export const FORMER_CHECKSUMS: Readonly<Record<string, string>> = {
  '48583cb7dd4e4e020e0c84c54aa56db91199d74f641a2485ea83b457b6254ea2': '0001-store',
  '8bb87a4646784b46921f331dde2076bfaa518f4bbda00fda453353086fe55c57': '0002-lookups',
  '9d7b308c824b5699e27e988f55eb2d19a41dd69bdc860f06f199b0b59486692b': '0003-register-search',
  d5f3c941fcce2a08bfe48a46bef58acbcd45b97a6980e5d104bd006658d80df5: '0004-article-search',
  c32b2d4808c68193abce21ec15b4b074d960c54efae6c12a71cc2753850a2304: '0005-piece-counts',
  '46934bd2bbfa7edd0e0354f5820213c86dd1c9f721639d72c009bcd2f4a00445': '0006-research',
  '816c64e7256381fbb1a2b8a85e2f3bccc44d57c1db77e526d8db835a62fab8bf': '0007-attachment-search',
  '47ee4eae0037f67e81078ea1b16af0097727485e38a221042a0ce3d07631b7ff': '0008-article-category',
  '63abf32d9741ba35b930a6a1c374702aa547da2c92ba3be109a8fd546b8f18a1': '0009-search-rows',
  '41a5b08ebc51512750274fbf2fc9b2f7203b3ee42fe7c86f173e29a3b9e58bb6': '0010-customers',
  '101237bbf9f0d3088594482bade9d89da7c2705a0617601c43fcb97519c218ad': '0011-professional-investor',
  e920abb0b970f605995e6cf31b3fc3f647721fe08a67bed4df6e6fc95f2523ff: '0012-name-dots',
  // other words about the column audit.account; the statements are the same
  be58905c1c8ca71bfc5e83a5c4768ae18936865cb9aa63494998c211ae15ed30: '0013-staff',
  b99e06126a7d669a67851c9ea6a16cef82852b8078c16aeb800633e1c90010a1: '0013-staff',
  f4d850b8832f2bf15d342c42e47e920e499c764cad519bf0cc34b1ae3146cd5b: '0014-editions',
  e107375704d401acdd091c98362c3896f45f28a31e1586eed83c01df443f362f: '0015-previews',
  '34529a625edcb0f418f08b09b995cca558efbc443c7299493d849ace9842f41a': '0016-channel-upkeep',
  c7e42027b2c2529d614bb769f298f99cd74507491c2e21b1c27703c880117d11: '0017-register-imports',
  '73561a8289b9d620216fb56551c901aa0cffecaf30aa944f8100704be8c4902d': '0018-cleaning',
  '3851daf17362fee7b290a34956738c4af5fff085e0d0c50f5191d353b32dcaf8': '0019-public-row-sets',
  e0c6bac4ce0790d0870054c1bf0b55ba44b1362603355dbab24793488ffcb113: '0020-names-by-index',
  '4fc1d81b7d1fb86ad7eed362824531eafae6ca5e55471a256edbf4528c68632f': '0021-edition-published',
};
